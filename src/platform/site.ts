/** What the shop says of itself on every page. */
export type Site = {
  name: string
  /** The configured public address, without a slash at its end; never taken from a request. */
  publicUrl: string
  /** Whether outside services are made up, which a banner says. */
  isDemo: boolean
}
