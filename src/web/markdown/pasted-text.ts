const BULLET = /^\s*[•·▪◦§o][\t\u00a0 ]+/
const NUMBER = /^\s*(\d+)[.)][\t\u00a0 ]+/

/** Whether text was copied from a word processor: by the HTML that was copied with it. */
export function isFromWordProcessor(html: string): boolean {
  return /urn:schemas-microsoft-com:office|docs-internal-guid|content="LibreOffice/.test(html)
}

/** Returns a word processor's plain text as Markdown: each line is a paragraph or an item of a list. */
export function markdownOfWords(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|\v/g, '\n')
    .split('\n')
    .map((line) => line.replace(BULLET, '- ').replace(NUMBER, '$1. ').replaceAll('\u00a0', ' '))
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  const isItem = (line = '') => /^(?:-|\d+\.) /.test(line)
  return lines
    .map((line, at) => (at === 0 || (isItem(line) && isItem(lines[at - 1])) ? line : `\n${line}`))
    .join('\n')
}
