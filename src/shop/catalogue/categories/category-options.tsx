import type { Category } from './category.ts'

/** The options of a select for a category: a group for each category of the first level. */
export function CategoryOptions({ categories }: { categories: readonly Category[] }) {
  const roots = categories.filter(({ parent }) => parent === null)
  return roots.map((root) => {
    const below = categories.filter(({ parent }) => parent === root.slug)
    const own = (
      <option key={root.slug} value={root.slug}>
        {root.name}
      </option>
    )
    if (below.length === 0) return own
    return (
      <optgroup key={root.slug} label={root.name}>
        {own}
        {below.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </optgroup>
    )
  })
}
