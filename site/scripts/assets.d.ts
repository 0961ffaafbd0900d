/** The URL of a bundled file. */
declare module "*url" {
  const address: string;
  export default address;
}
