import { oneLine } from '#platform/clean-text.ts'
import {
  type CategoryPaths,
  hasOtherSeparator,
  namesIn,
  plainPath,
  withOwnSeparator,
} from '#shop/catalogue/categories/category-paths.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'

/** The choice of a column that has the category below that of another one. */
const BELOW = 'below'
const GROUP =
  '(?:categor(?:y|ia)|category path|kategorie|catégorie|categoría|group|gruppe|groupe|grupo|warengruppe|produktgruppe|famille)'
const MAIN = new RegExp(`^(?:(?:main|product|haupt|top) ?)?${GROUP}(?: ?(?:level |l)?1)?$`, 'iu')
const SUB = new RegExp(`^(?:(?:sub|unter|sous|second(?:ary)?)[ -]?${GROUP}|${GROUP} ?(?:level |l)?2)$`, 'iu')

/** The path of a row's category, which may be divided into two columns. */
export function categoryIn(cells: readonly string[], columns: readonly ColumnChoice[]): string {
  const text = (at: number) => oneLine(cells[at] ?? '')
  const top = text(columns.findIndex(({ field }) => field === 'category'))
  const below = text(columns.findIndex(({ choice }) => choice === BELOW))
  return top === '' || below === '' ? top : `${top} > ${below}`
}

export type ColumnChoice = Pick<FileColumn, 'field' | 'choice'>

type Catalogue = { paths: CategoryPaths; makesCategories: boolean }

/** Sets the categories that a file would make, as a tree, or asks which columns they are and how they are divided. */
export function setCategories(
  columns: FileColumn[],
  unknown: string[],
  { paths, makesCategories }: Catalogue,
): string[] {
  const column =
    columns.find(({ field }) => field === 'category') ??
    columns.find(({ heading, field }) => field === null && MAIN.test(heading.trim()))
  const sub = columns.find(({ heading, field }) => field === null && SUB.test(heading.trim()))
  if (!column) return []
  if (sub)
    sub.choices = [
      { name: BELOW, heading: `The category below that of ${column.name}` },
      { name: 'plain', heading: 'Not read, it changes nothing' },
    ]
  if (sub && sub.choice === undefined)
    return [`Choose what ${column.name} and ${sub.name} are: the second can be the category below.`]
  if (column.field === null) return []
  const other = unknown.find((text) => hasOtherSeparator(text))
  if (other !== undefined || column.choice !== undefined)
    column.choices = [
      { name: 'category:path', heading: 'Category, a path with / | » or >, the first of several' },
      { name: 'category:plain', heading: 'Category, as it is written' },
    ]
  if (other !== undefined && column.choice === undefined)
    return [`Choose what ${column.name} is: ${other} can be a path, several categories or one name.`]
  const isPath = column.choice === 'category:path'
  const made = unknown
    .map((text) => ({ text, path: plainPath(isPath ? withOwnSeparator(text) : text) }))
    .filter(({ path }) => !paths.find(path) && paths.canMake(path))
  const tree = [...Map.groupBy(made, ({ path }) => namesIn(path)[0] ?? '')]
  if (makesCategories && made.length > 0)
    column.tree = tree.slice(0, MOST_NAMED).map(([name, all]) => {
      const below = all.flatMap(({ path, text }) => {
        const own = namesIn(path)[1]
        return own === undefined ? [] : [text === path ? own : `${own}, from ${text}`]
      })
      return { name, isNew: !paths.find(name), below: [...new Set(below)].slice(0, MOST_NAMED) }
    })
  return []
}

const MOST_NAMED = 50
