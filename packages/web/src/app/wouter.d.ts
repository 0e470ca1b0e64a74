/** What we use of the router. It takes any text for an address; our links lead to known ones, or do not compile. */
declare module "wouter" {
  type Address = import("../lib/addresses.ts").Address;
  type Options = { readonly replace?: boolean; readonly state?: unknown };
  type LinkProps = Omit<import("react").ComponentProps<"a">, "href"> &
    Options & { href: Address; asChild?: boolean };

  export function Link(props: LinkProps): import("react").ReactElement;
  export function Redirect(props: Options & { to: Address }): null;
  /** Returns the path, and the function that leads to another one. A page is drawn at a known path only. */
  export function useLocation(): [
    path: import("../lib/addresses.ts").Path,
    navigate: (to: Address, options?: Options) => void,
  ];
  export function useSearch(): string;
}
