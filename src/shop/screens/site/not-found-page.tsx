import { data } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { listCategoryTiles } from '#shop/catalogue/categories/category-tiles.server.ts'
import { CategoryStrip } from '#shop/screens/home/category-strip.tsx'
import { NotFound } from '#web/not-found.tsx'
import type { Route } from './+types/not-found-page'

/** Unknown paths respond 404 with a link to the home page (product 2.1), also without the database. */
export async function loader({ context }: Route.LoaderArgs) {
  const categories = await listCategoryTiles(context.get(databaseContext)).catch(() => [])
  return data(categories, { status: 404 })
}

export default function NotFoundPage({ loaderData: categories }: Route.ComponentProps) {
  return (
    <NotFound>
      <CategoryStrip categories={categories} />
    </NotFound>
  )
}
