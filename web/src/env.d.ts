declare module "virtual:examples" {
  const examples: { name: string; about: string; service: string; config: string; cluster: string }[];
  export default examples;
}
declare module "*.css";
declare module "*?url" {
  const url: string;
  export default url;
}
interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
