import type { Category } from './category.ts'
import { newCategory } from './category-forms.ts'
import { categoryBreadcrumbs } from './category-tree.ts'

/** The separator of a category's path in a file: `Hand tools > Wrenches`. */
export const PATH_SEPARATOR = ' > '

const OTHER_SEPARATOR = /&gt;|&raquo;|[/|»›→\\]|::|->/

/** The names of a category and of the one above it, as a file has them. */
export type CategoryPaths = ReturnType<typeof createCategoryPaths>

/** Translates between categories and their paths, `Hand tools > Wrenches`. */
export function createCategoryPaths(categories: Category[]) {
  const paths = new Map(
    categories.map(({ slug }) => [
      slug,
      categoryBreadcrumbs(categories, slug)
        .map(({ name }) => name)
        .join(PATH_SEPARATOR),
    ]),
  )
  const byPath = new Map([...paths].map(([slug, path]) => [path.toLowerCase(), slug]))
  const find = (text: string): Category | undefined => {
    const slug = byPath.get(plainPath(text).toLowerCase())
    const named = categories.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
    const only = named.length === 1 ? named[0] : undefined
    return categories.find((category) => category.slug === slug) ?? only
  }
  return {
    categories,
    pathOf: (slug: string): string => paths.get(slug) ?? slug,
    /** Finds a category by its path, or by its own name if no other category has it. */
    find,
    /** Whether categories can be made for a path: at most two levels with valid names. */
    canMake: (text: string): boolean => {
      const [top = '', ...below] = namesIn(text)
      const isValid = (name: string) => newCategory.shape.name.safeParse(name).success
      return below.length <= 1 && [top, ...below].every(isValid) && !find(top)?.parent
    },
  }
}

export const plainPath = (text: string): string => namesIn(text).join(PATH_SEPARATOR)

/** Whether a text can be a path with other separators, or several, as other shops write them. */
export const hasOtherSeparator = (text: string): boolean =>
  OTHER_SEPARATOR.test(text) || /[,;]\s*\S/.test(text.replaceAll('&gt;', '>'))

/** Returns a path that has other separators with our own; of several, the first. */
export const withOwnSeparator = (text: string): string =>
  (text.replaceAll(/&(?:gt|raquo);/g, '>').split(/[,;]/)[0] ?? '')
    .split(OTHER_SEPARATOR)
    .map((name) => name.trim())
    .join(PATH_SEPARATOR)

export const namesIn = (text: string): string[] => text.split('>').map((name) => name.trim())
