import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import blogPosts from '#db/seed/blog-posts.json'
import portfolio from '#db/seed/portfolio.json'
import products from '#db/seed/products.json'
import reviews from '#db/seed/reviews.json'
import type { Db } from '#platform/database/database.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import { storePortfolio } from '#shop/portfolio/portfolio-queries.server.ts'

/** Fills an empty shop with the demo catalogue: all of it, or nothing. */
export async function seedDemo(db: Db, images: ImageStore): Promise<void> {
  if (await isFilled(db)) return
  const pictures = await storePictures(images)
  const picture = (name: string) => pictures.get(name) ?? ''

  await db.transaction().execute(async (db) => {
    // Of several processes that start at once, one fills the shop and the others find it filled.
    await sql`select pg_advisory_xact_lock(hashtext('seed the demo'))`.execute(db)
    if (await isFilled(db)) return
    const tools = products.map((tool) => ({
      id: uuidv7(),
      name: tool.name,
      description: tool.description,
      unitPriceCents: dollarsToCents(tool.perPrice),
      quantity: tool.quantity,
      minQuantity: tool.minQuantity,
      image: picture(tool.image),
    }))
    await db.insertInto('product').values(tools).execute()
    const openings = tools.map(({ id, quantity }) => ({
      productId: id,
      delta: quantity,
      reason: 'opening',
    }))
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
        blogPosts.map(({ image, publishedOn, authorRole, ...post }) => ({
          id: uuidv7(),
          ...post,
          authorRole,
          publishedOn,
          image: picture(image),
        })),
      )
      .execute()
    await storePortfolio(db, {
      ...portfolio,
      projects: portfolio.projects.map(({ picture: name, ...project }) => ({
        ...project,
        imgURL: picture(name),
      })),
    })
  })
}

async function isFilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Stores every picture of the seed, two at a time, and answers the addresses by name. */
async function storePictures(images: ImageStore): Promise<Map<string, string>> {
  const used = [...products, ...blogPosts].map(({ image }) => image)
  const names = new Set([...used, ...portfolio.projects.map(({ picture }) => picture)]).values()
  const pictures = new Map<string, string>()
  const work = async () => {
    for (const name of names) {
      const picture = await readFile(resolve(`db/seed/pictures/${name}.webp`))
      const stored = await images.store(picture)
      if ('refused' in stored) throw new Error(`The picture ${name} is ${stored.refused}`)
      pictures.set(name, stored.url)
    }
  }
  await Promise.all([work(), work()])
  return pictures
}
