/** The maximum characters of a search; the rest is cut. */
export const MAX_SEARCH_LENGTH = 200

/** The maximum words of a search; more only make it slower. */
export const MAX_TERMS = 16

/** The maximum products that a search counts; beyond it, counts are lower bounds. */
export const MAX_COUNTED = 3_000

/** The time limit of a search on a server; beyond it, the page suggests narrowing the search. */
export const TIME_LIMIT_MS = 1_000

/** The maximum values of a specification offered as a filter. */
export const MAX_FACET_VALUES = 40
