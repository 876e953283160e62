/** A catalogue, as the build reads it. */
declare module "*.ftl" {
  const words: import("../shared/catalogue").Words;
  export default words;
}
