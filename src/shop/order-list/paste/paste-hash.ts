/** The part of the order list's URL that leads to the box for a pasted order. */
export const PASTE_HASH = 'paste'
