import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { Site } from '#platform/http/site.ts'
import { frameOf } from '#platform/http/site-frame.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listProductsBySkus } from '#shop/catalogue/products.server.ts'
import { frameTexts } from './frame-texts.ts'
import { changeTexts, findFrame, findHomeTexts, findPortfolio } from './site-texts.server.ts'
import { homeTexts, portfolioTexts } from './site-texts.ts'

const version = z.number().int()
const seen = { version: version.optional() }
const homeJson = homeTexts.extend({ version })
const portfolioJson = portfolioTexts.extend({ version })
const frameJson = frameTexts.extend({ version })
const textsJson = z.object({
  home: homeJson,
  portfolio: portfolioJson.nullable(),
  frame: frameJson,
})

/** The texts of the home page, the portfolio and the frame as admins get them. */
export type SiteTexts = z.infer<typeof textsJson>
const stale = 'They were changed in the meantime'

type TextsEnvironment = {
  db: Db
  images: ImageStore
  site: Site
  /** Runs after a change of the frame. */
  onSaved: () => Promise<void>
}

export function createSiteTextsApi({ db, images, site, onSaved }: TextsEnvironment) {
  const read = async (): Promise<SiteTexts> => {
    const [home, portfolio, frame] = await Promise.all([
      findHomeTexts(db, site),
      findPortfolio(db),
      findFrame(db),
    ])
    return {
      home: { ...home.content, version: home.version },
      portfolio: portfolio ? { ...portfolio.content, version: portfolio.version } : null,
      frame: frameTexts.extend({ version }).parse({
        ...(frame?.content ?? frameOf(site)),
        version: frame?.version ?? 0,
      }),
    }
  }
  const changed = {
    json: textsJson,
    refusals: { 409: stale },
  } as const
  const readIf = async (isChanged: boolean) => {
    if (isChanged) return read()
    throw new HttpRefusal(409, 'stale-texts', 'These texts were changed in the meantime.')
  }
  return restApi({
    readTexts: adminJson({
      endpoint: 'GET /texts',
      summary: 'Read the texts of the home page and the portfolio',
      answer: 'The texts, those of the specification where none were stored',
      json: textsJson,
      respond: read,
    }),
    changeHomeTexts: adminJson({
      ...changed,
      endpoint: 'PUT /texts/home',
      summary: 'Change the texts of the home page',
      body: homeTexts.extend(seen),
      respond: async ({ json: home, audit }) => {
        await requireStored(images, { image: home.image })
        // A chosen tool may have been deleted since; the page shows another one instead.
        const { tools } = (await findHomeTexts(db, site)).content
        const chosen = home.tools.filter((sku) => !tools.includes(sku))
        const known = await listProductsBySkus(db, chosen)
        const unknown = chosen.find((sku) => !known.some((product) => product.sku === sku))
        if (unknown !== undefined) {
          const text = `No tool on sale has the SKU ${unknown}`
          throw new HttpRefusal(422, 'invalid', text, { fields: { tools: text } })
        }
        return readIf(await changeTexts(db, 'home', home, audit))
      },
    }),
    changePortfolio: adminJson({
      ...changed,
      endpoint: 'PUT /texts/portfolio',
      body: portfolioTexts.extend(seen),
      respond: async ({ json: portfolio, audit }) => {
        const urls = portfolio.projects.map(({ imgURL }, at) => [`projects.${at}.imgURL`, imgURL])
        await requireStored(images, Object.fromEntries(urls))
        return readIf(await changeTexts(db, 'portfolio', portfolio, audit))
      },
    }),
    changeFrame: adminJson({
      ...changed,
      endpoint: 'PUT /texts/frame',
      summary: 'Change the menu, the footer, and the titles of pages',
      body: frameTexts.extend(seen),
      respond: async ({ json: frame, audit }) => {
        const texts = await readIf(await changeTexts(db, 'frame', frame, audit))
        await onSaved()
        return texts
      },
    }),
  })
}
