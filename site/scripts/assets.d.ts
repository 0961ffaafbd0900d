/** Address of a file as the bundle has it. */
declare module "*url" {
  const address: string;
  export default address;
}
