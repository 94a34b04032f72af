/** What is no Markdown here, or does not show, and what is said of it. */
const WARNINGS: [pattern: RegExp, warning: string][] = [
  [
    /^\s*(?:---\n(?:[^\n]*\n){0,60}?---|\+\+\+\n(?:[^\n]*\n){0,60}?\+\+\+)[ \t]*(?:\n|$)/,
    'The lines at the start (front matter) show as text: delete them.',
  ],
  [
    /!\[[^\]\n]{0,300}\]\((?!\s*<?\/media\/)|!\[[^\]\n]{0,300}\]\[/,
    'Only pictures of this shop show (/media/…): upload others first.',
  ],
  [/<(?:\/?[a-z][a-z\d]{0,20}(?:\s[^<>\n]{0,500})?\/?|!--[\s\S]{0,500}?--)>/i, 'HTML shows as text.'],
  [/\[\^[^\]\s]{1,50}\]/, 'Footnotes show as text.'],
  [/~~[^~\n]{1,500}~~/, 'Struck-out text (~~) shows with its marks.'],
  [/^[ \t]{0,20}(?:[-*+]|\d{1,9}\.)[ \t]{1,4}\[[ xX]\]\s/m, 'Boxes of task lists show as text.'],
  [
    /\{\{[<%]?[^{}\n]{1,300}\}\}|\{%[^{}\n]{1,300}%\}|\[\/[a-z_-]{2,30}\]|\[[a-z_-]{2,30}(?:\s+[a-z_-]{1,30}="[^"\n]{0,300}")+\s*\/?\]/i,
    'Shortcodes of other programs show as text.',
  ],
  [/\[\[[^\]\n]{1,200}\]\]/, 'Links in [[…]] show as text.'],
  [/==[^=\n]{1,300}==/, 'Marked text (==) shows with its marks.'],
  [/^[ \t]{0,20}>[ \t]{0,4}\[![a-z]{1,20}\]/im, 'Callouts such as [!NOTE] show as quotes.'],
  [/(?:^|\s):[a-z][a-z\d_+-]{1,30}:(?=\s|$)/m, 'Names of emojis (:smile:) show as text.'],
  [/\$[^\s$][^$\n]{0,200}\^[^$\n]{0,200}\$|\$\$/, 'Formulas show as text.'],
  [
    /[\p{L}\d](?:~[\p{L}\d]{1,10}~|\^[\p{L}\d]{1,10}\^)/u,
    'Lowered and raised letters show with their marks.',
  ],
  [/^:[ \t]+\S/m, 'Lists of definitions show as text.'],
  [/^\*\[[^\]\n]{1,50}\]:/m, 'Abbreviations (*[…]:) show as text.'],
  [
    /(?<!!)\[[^\]\n]{0,300}\]\(\s*<?(?!https?:|mailto:|tel:)[a-z][a-z\d+.-]{0,20}:/i,
    'Links lead only to web and mail addresses and telephones: others show as text.',
  ],
]

/** Returns what an editor of a text must know before it is published: what will not show, or show as text. */
export function markdownWarnings(written: string): string[] {
  // Code shows as it is written.
  const text = written
    .replace(/\r\n?/g, '\n')
    .replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '')
    .replace(/`[^`\n]{1,500}`/g, '')
  return WARNINGS.flatMap(([pattern, warning]) => (pattern.test(text) ? warning : []))
}
