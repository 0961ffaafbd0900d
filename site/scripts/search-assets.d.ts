/** The address of a script that Vite bundles by itself. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}

/** The address of a style sheet of its own, on a site at `/`. */
declare module "*.css?url" {
  const address: string;
  export default address;
}
