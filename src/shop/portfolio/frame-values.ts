import type { z } from 'zod'
import { headPaths } from '#platform/http/head-pages.ts'
import type { frameTexts } from './frame-texts.ts'
import { partsOf } from './text-values.ts'

type FrameTexts = z.output<typeof frameTexts>

/** Menu, footer and titles as their form has them: the lines of a column are one text. */
export type FrameForm = {
  hasPortfolio: boolean
  portfolioName: string
  footer: { about: string; end: string; columns: { heading: string; lines: string }[] }
  /** In the order of `headPaths`. */
  heads: { title: string; description: string }[]
}

const COLUMNS = 4
const noColumn = { heading: '', lines: '' }

export function formOfFrame({ portfolio, footer, heads }: FrameTexts): FrameForm {
  const columns = footer.columns.map(({ heading, lines }) => ({
    heading,
    lines: lines.map(({ text, to }) => (to ? `${text} | ${to}` : text)).join('\n'),
  }))
  return {
    hasPortfolio: !portfolio.isHidden,
    portfolioName: portfolio.name,
    footer: {
      ...footer,
      columns: Array.from({ length: COLUMNS }, (_, at) => columns[at] ?? noColumn),
    },
    heads: headPaths.map((path) => {
      const { title = '', description = '' } = heads.find((head) => head.path === path) ?? {}
      return { title, description }
    }),
  }
}

/** Returns what was typed, without what is empty; the shop checks it. */
export function frameOfForm({ hasPortfolio, portfolioName, footer, heads }: FrameForm): FrameTexts {
  const columns = footer.columns.filter(({ heading, lines }) => `${heading}${lines}`.trim() !== '')
  return {
    portfolio: { name: portfolioName, isHidden: !hasPortfolio },
    footer: {
      ...footer,
      columns: columns.map(({ heading, lines }) => ({ heading, lines: linesOf(lines) })),
    },
    heads: headPaths
      .map((path, at) => ({ path, title: '', description: '', ...heads[at] }))
      .filter(({ title, description }) => title !== '' || description !== ''),
  }
}

function linesOf(text: string) {
  return partsOf(text, /\n/).map((line) => {
    const [words = '', to = ''] = line.split('|').map((part) => part.trim())
    return { text: words, to }
  })
}
