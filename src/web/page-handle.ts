/** What the server knows of a page before it renders it: the export `handle` of its module. */
export type PageHandle = {
  /**
   * Visitors' pages are cached for each value of these query parameters, which must have few values. A
   * request with any other parameter is not cached. Without it, nothing is.
   */
  cached?: readonly string[]
  /** `high` for a step of a purchase that is under way. */
  priority?: 'high'
  /** Limits how often the page is used to search. */
  limit?: 'searches'
}
