const LONGEST_PARAGRAPH = 5_000
const DEEPEST = 50
// The time to parse a paragraph, or headings, grows with the square of their marks.
const MOST_MARKS = { paragraph: 1_000, text: 4_000 }
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/
const UNDERLINE = /^(=+|-+)[ \t]*$/
/** What a heading under its text counts for. */
const UNDERLINE_MARKS = 4
/** What a cell of a table counts for. */
const CELL_MARKS = 2

/** Returns why a text is not parsed, as a sentence after its field's name; undefined if it is. */
export function markdownFault(text: string): string | undefined {
  let ofText = 0
  let ofParagraph = 0
  let length = 0
  for (const line of text.split(/\r\n?|\n/)) {
    const start = CONTAINERS.exec(line)?.[0] ?? ''
    const rest = line.slice(start.length)
    const containers = start.match(/[>*+-]|\d[.)]/g) ?? []
    if (containers.length > DEEPEST || start.length > 4 * DEEPEST)
      return `has a quote or list more than ${DEEPEST} levels deep`
    const isItem = containers.some((mark) => mark !== '>')
    if (rest === '' || isItem || /^#{1,6}[ \t]/.test(rest)) ofParagraph = length = 0
    const marks = UNDERLINE.test(rest)
      ? UNDERLINE_MARKS
      : (rest.match(/[*_[\]!`]/g)?.length ?? 0) + CELL_MARKS * (rest.match(/\|/g)?.length ?? 0)
    ofText += marks
    ofParagraph += marks
    length += line.length
    if (length > LONGEST_PARAGRAPH)
      return `has a paragraph of more than ${LONGEST_PARAGRAPH.toLocaleString('en-US')} characters: add an empty line`
    if (ofParagraph > MOST_MARKS.paragraph || ofText > MOST_MARKS.text)
      return 'has too many of the characters * _ [ ] ! | and `'
  }
  return undefined
}
