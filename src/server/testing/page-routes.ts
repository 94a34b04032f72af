import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import routes from '#routes.ts'
import { type PageRoute, pageRoutes } from '#server/pages.server.ts'

type PageModule = ServerBuild['routes'][string] extends { module: infer Module } | undefined ? Module : never

const modules = import.meta.glob<PageModule>('/src/shop/**/*.tsx')

/** The paths and properties of all pages, without a build. */
export async function declaredPages(): Promise<PageRoute[]> {
  const found: ServerBuild['routes'] = {}
  const add = async (entries: RouteConfigEntry[], parentId?: string) => {
    for (const { file, id = file, path, index, children = [] } of entries) {
      const module = await modules[`/src/${file}`]?.()
      if (!module) throw new Error(`There is no ${file}`)
      found[id] = { id, parentId, path, index, module }
      await add(children, id)
    }
  }
  await add(routes)
  return pageRoutes(found)
}
