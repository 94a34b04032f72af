import { type HomeTexts, homeSections, type Portfolio } from './site-texts.ts'

type Project = Portfolio['projects'][number]

/** The portfolio as its form has it: paragraphs and facts are one text each, and the year is typed. */
export type PortfolioForm = Omit<Portfolio, 'introduction' | 'projects'> & {
  introduction: string
  projects: (Omit<Project, 'year' | 'facts'> & { year: string; facts: string })[]
}

// The form has at least as many items as the demo.
const noProject = { title: '', year: '', summary: '', imgURL: '', facts: '' }
const noSkill = { name: '', detail: '' }
const noEducation = { title: '', place: '', years: '', text: '' }
const noFigure = { what: '', howMany: '' }

export function formOf(portfolio: Portfolio | null): PortfolioForm {
  const { introduction, projects, skills, education, ...person } = portfolio ?? empty
  return {
    ...person,
    skills: atLeast(11, skills, noSkill),
    education: atLeast(3, education, noEducation),
    introduction: introduction.join('\n\n'),
    projects: atLeast(
      4,
      projects.map((project) => {
        return { ...project, year: String(project.year), facts: project.facts.join('\n') }
      }),
      noProject,
    ),
  }
}

const empty: Portfolio = {
  name: '',
  role: '',
  introduction: [],
  email: '',
  projects: [],
  skills: [],
  education: [],
}

/** Returns the portfolio that was typed, without empty items; the shop checks it. */
export function portfolioOf(form: PortfolioForm): Portfolio {
  return {
    ...form,
    introduction: partsOf(form.introduction, /\n\s*\n/),
    skills: form.skills.filter(isFilled),
    education: form.education.filter(isFilled),
    projects: form.projects.filter(isFilled).map((project) => {
      // NaN is sent as null, which is no year.
      const year = Number(project.year || Number.NaN)
      return { ...project, year, facts: partsOf(project.facts, /\n/) }
    }),
  }
}

/** The home page as its form has it: the SKUs are one text, and the sections are those that are shown. */
export type HomeForm = Omit<HomeTexts, 'tools' | 'hidden'> & {
  tools: string
  shown: Record<(typeof homeSections)[number], boolean>
}

export function formOfHome({ hidden, tools, ...home }: HomeTexts): HomeForm {
  const shown = homeSections.map((section) => [section, !hidden.includes(section)])
  return {
    ...home,
    tools: tools.join('\n'),
    statistics: atLeast(4, home.statistics, noFigure),
    shown: Object.fromEntries(shown),
  }
}

export function homeOf({ shown, tools, ...home }: HomeForm): HomeTexts {
  return {
    ...home,
    tools: partsOf(tools, /\s+/),
    statistics: home.statistics.filter(isFilled),
    hidden: homeSections.filter((section) => !shown[section]),
  }
}

function atLeast<Item>(count: number, items: Item[], item: Item): Item[] {
  return [...items, ...Array<Item>(Math.max(0, count - items.length)).fill(item)]
}

const isFilled = (item: Record<string, string>) => Object.values(item).some((value) => value.trim() !== '')

/** Returns the parts of a text that are not empty. */
export function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
