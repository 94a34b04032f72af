import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import portfolio from '#db/seed/portfolio.json' with { type: 'json' }
import reviews from '#db/seed/reviews.json' with { type: 'json' }
import type { Db } from '#platform/database/database.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import { addFamilies } from '#shop/catalogue/families/families.server.ts'
import { storeTexts } from '#shop/portfolio/site-texts.server.ts'
import { defaultHomeTexts } from '#shop/portfolio/site-texts.ts'
import { addDemoCategories } from './demo-categories.server.ts'
import { demoProducts } from './demo-products.ts'
import { warehouseOf } from './demo-warehouse.ts'

// A hammer, pliers, drills, a caliper, a saw blade and a ratchet: the first six are nearly all wrenches.
const homeTools = ['FW-4016', 'FW-5180', 'FW-6003', 'FW-8150', 'FW-6424', 'FW-2172']

/** Inserts the demo catalogue into an empty shop, and what `addBusiness` adds, in one transaction. */
export async function seedDemo(
  db: Db,
  images: ImageStore,
  addBusiness?: (db: Db) => Promise<void>,
): Promise<void> {
  if (await hasProducts(db)) return
  const imageUrls = await storeImages(images)
  const imageUrl = (name: string) => imageUrls.get(name) ?? ''

  await db.transaction().execute(async (db) => {
    // When several processes start at once, the first one seeds and the others find products.
    await sql`select pg_advisory_xact_lock(hashtext('seed the demo'))`.execute(db)
    if (await hasProducts(db)) return
    const newProducts = demoProducts.map((product) => ({
      id: uuidv7(),
      sku: product.sku,
      name: product.name,
      family: product.family,
      size: product.size,
      description: product.description,
      unitPriceCents: dollarsToCents(product.perPrice),
      quantity: product.quantity,
      minQuantity: product.minQuantity,
      image: imageUrl(product.image),
      category: product.category,
      specifications: JSON.stringify(product.specifications),
      ...warehouseOf(product),
    }))
    await addDemoCategories(db)
    await addFamilies(db, newProducts)
    await db.insertInto('product').values(newProducts).execute()
    const openings = newProducts
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, quantity }) => ({ productId: id, delta: quantity, kind: 'opening' }))
    await db.insertInto('stockMovement').values(openings).execute()
    await db
      .insertInto('review')
      .values(
        reviews.map(({ name, ratings, review, reviewedOn }) => ({
          id: uuidv7(),
          name,
          ratings,
          review,
          createdAt: new Date(reviewedOn),
        })),
      )
      .execute()
    await db
      .insertInto('blogPost')
      .values(
        blogPosts.flatMap(({ image, publishedOn, ...post }) => {
          // One without a day is the business's latest.
          if (publishedOn === null && !addBusiness) return []
          const publishedAt = new Date(publishedOn ?? Date.now() - 3 * 24 * 3600_000)
          return { id: uuidv7(), ...post, publishedAt, image: imageUrl(image) }
        }),
      )
      .execute()
    await storeTexts(db, 'home', { ...defaultHomeTexts, tools: homeTools })
    await storeTexts(db, 'portfolio', {
      ...portfolio,
      projects: portfolio.projects.map(({ image: name, ...project }) => ({
        ...project,
        imgURL: imageUrl(name),
      })),
    })
    await addBusiness?.(db)
  })
}

async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Stores the images of the seed, two at a time. Returns their URLs by name. */
async function storeImages(images: ImageStore): Promise<Map<string, string>> {
  const used = [...demoProducts, ...blogPosts].map(({ image }) => image)
  const names = new Set([...used, ...portfolio.projects.map(({ image }) => image)]).values()
  const urls = new Map<string, string>()
  const work = async () => {
    for (const name of names) {
      const bytes = await readFile(resolve(`db/seed/originals/${name}.webp`))
      const stored = await images.store(bytes)
      if ('refused' in stored) throw new Error(`The seed image ${name} was refused: ${stored.refused}`)
      urls.set(name, stored.url)
    }
  }
  await Promise.all([work(), work()])
  return urls
}
