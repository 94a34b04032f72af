import type { Db } from '#platform/database/database.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import {
  type SpecificationValues,
  specificationErrors,
  validValues,
} from '#shop/catalogue/categories/specification-values.ts'
import type { ProductRefusal } from '#shop/catalogue/product-refusals.server.ts'
import type { ProductChanges } from './product-forms.ts'

type Described = { category: string | null; specifications: SpecificationValues }

/**
 * Returns the category and the values that a product gets (product 12.3). Sent values replace all;
 * without them, a new category keeps the stored values that are valid in it.
 */
export async function describeProduct(
  db: Db,
  { category: slug, specifications: values }: ProductChanges,
  stored: Described,
): Promise<Described | ProductRefusal> {
  const category = slug === undefined ? stored.category : slug
  const categories = category === null ? [] : await listCategories(db)
  if (category !== null && !categories.some(({ slug }) => slug === category))
    return { refused: 'no-such-category' }
  const specifications = specificationsOf(categories, category)
  if (values === undefined) {
    return { category, specifications: validValues(specifications, stored.specifications) }
  }
  const errors = specificationErrors(specifications, values)
  if (Object.keys(errors).length > 0) return { refused: 'invalid-specifications', errors }
  return { category, specifications: values }
}
