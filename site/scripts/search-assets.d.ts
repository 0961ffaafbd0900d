/** The address of a script that Vite bundles by itself. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}
