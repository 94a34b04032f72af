import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/**
 * Fails with the elements that violate an accessibility rule, after all animations have ended. `tags`
 * limits the rules: ['wcag2a'].
 */
export async function expectAccessible(page: Page, tags?: string[], screen?: string) {
  // A cancelled animation has ended too.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  )
  // The script is half a megabyte, so it is injected once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(tags && { runOnly: tags }),
    })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  }, tags)
  expect(found, screen).toEqual([])
}
