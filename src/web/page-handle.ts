/** The properties of a page that the server uses before rendering: the `handle` export of its module. */
export type PageHandle = {
  /**
   * Visitors' pages are cached for each value of these query parameters, which must have few values. A
   * request with any other parameter is not cached. Without it, nothing is.
   */
  cached?: readonly string[]
  /** Limits how often the page is used to search. */
  limit?: 'searches'
}
