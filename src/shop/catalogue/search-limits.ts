/** The most characters of a search; the rest is cut. */
export const MAX_SEARCH_LENGTH = 200

/** The most words of a search; more only make it slower. */
export const MAX_TERMS = 16

/** The most products that a search counts; with more, it says so. */
export const MAX_COUNTED = 3_000

/** The longest that a search may take on a server; beyond, it asks for a narrower one. */
export const TIME_LIMIT_MS = 300

/** The most values of a specification that are offered as a filter. */
export const MAX_FACET_VALUES = 40
