import { Link } from 'react-router'
import type { CategoryTile } from '#shop/catalogue/categories/category.ts'
import { categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { Image } from '#ui/image.tsx'

/** The categories in one row, which scrolls sideways where there is no room for all. */
export function CategoryStrip({ categories }: { categories: CategoryTile[] }) {
  if (categories.length === 0) return null
  return (
    <nav className="category-strip page-width" aria-label="Tools by category">
      <ul className="grid gap-8">
        {categories.map(({ slug, name, imgURL }) => (
          <li key={slug}>
            <Link to={categoryPath({ slug })} prefetch="intent">
              <Image imgURL={imgURL} alt="" width={400} height={300} sizes="7rem" background />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
