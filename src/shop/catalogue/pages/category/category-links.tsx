import { Link } from 'react-router'
import { categoryPath } from '#shop/catalogue/categories/category-tree.ts'

type CategoryLinksProps = { categories: { slug: string; name: string; count: number }[] }

/** Links to categories with the number of their products. */
export function CategoryLinks({ categories }: CategoryLinksProps) {
  if (categories.length === 0) return null
  return (
    <ul className="category-links">
      {categories.map(({ slug, name, count }) => (
        <li key={slug}>
          <Link to={categoryPath({ slug })} prefetch="intent">
            {name}
          </Link>{' '}
          <span className="category-count">{count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  )
}
