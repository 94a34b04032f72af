import type { HomeTexts, Portfolio } from './site-texts.ts'

/** The texts of a page as the fields of its form: `projects.0.title` is `projects_0_title`. */
export type TextValues = Record<string, string>

const PROJECTS = 4
const SKILLS = 11
const EDUCATION = 3

const noPortfolio = { name: '', role: '', introduction: [''], email: '' }
const noProject = { title: '', year: 0, summary: '', imgURL: '', facts: [] }

/** Returns the fields of the portfolio; empty ones without a portfolio. */
export function valuesOfPortfolio(portfolio: Portfolio | null): TextValues {
  const { name, role, introduction, email } = portfolio ?? noPortfolio
  const projects = portfolio?.projects ?? times(PROJECTS, () => noProject)
  return {
    name,
    role,
    email,
    introduction: introduction.join('\n\n'),
    ...flat(
      'projects',
      projects.map(({ title, year, summary, imgURL, facts }) => ({
        title,
        year: year ? String(year) : '',
        summary,
        imgURL,
        facts: facts.join('\n'),
      })),
    ),
    ...flat('skills', portfolio?.skills ?? times(SKILLS, () => ({ name: '', detail: '' }))),
    ...flat('education', portfolio?.education ?? times(EDUCATION, noStep)),
  }
}

const noStep = () => ({ title: '', place: '', years: '', text: '' })

/** Returns the portfolio that was typed; the shop checks it. */
export function portfolioOf(values: TextValues): Portfolio {
  const of = (name: string) => values[name] ?? ''
  return {
    name: of('name'),
    role: of('role'),
    email: of('email'),
    introduction: partsOf(of('introduction'), /\n\s*\n/),
    projects: itemsOf(values, 'projects', (field) => ({
      title: field('title'),
      // NaN is sent as null, which is no year.
      year: Number(field('year') || Number.NaN),
      summary: field('summary'),
      imgURL: field('imgURL'),
      facts: partsOf(field('facts'), /\n/),
    })),
    skills: itemsOf(values, 'skills', (field) => ({
      name: field('name'),
      detail: field('detail'),
    })),
    education: itemsOf(values, 'education', (field) => ({
      title: field('title'),
      place: field('place'),
      years: field('years'),
      text: field('text'),
    })),
  }
}

export function valuesOfHome({ title, line, statistics, tools }: HomeTexts): TextValues {
  return { title, line, tools: tools.join('\n'), ...flat('statistics', statistics) }
}

export function homeOf(values: TextValues): HomeTexts {
  return {
    title: values.title ?? '',
    line: values.line ?? '',
    statistics: itemsOf(values, 'statistics', (field) => ({
      what: field('what'),
      howMany: field('howMany'),
    })),
    tools: partsOf(values.tools ?? '', /\s+/),
  }
}

/** Returns the field that shows a refusal of the shop: `projects.0.facts.2` is the field of its facts. */
export function fieldNamed(path: string, values: TextValues): string | undefined {
  const name = path.replaceAll('.', '_')
  return Object.keys(values).find((field) => name === field || name.startsWith(`${field}_`))
}

function itemsOf<Item>(
  values: TextValues,
  list: string,
  item: (field: (name: string) => string) => Item,
): Item[] {
  const numbers = Object.keys(values)
    .filter((name) => name.startsWith(`${list}_`))
    .map((name) => Number(name.split('_')[1]))
  return times(Math.max(-1, ...numbers) + 1, (index) =>
    item((name) => values[`${list}_${index}_${name}`] ?? ''),
  )
}

function flat(list: string, items: Record<string, string>[]): TextValues {
  const fields = items.flatMap((item, index) =>
    Object.entries(item).map(([name, value]) => [`${list}_${index}_${name}`, value]),
  )
  return Object.fromEntries(fields)
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index))
}
