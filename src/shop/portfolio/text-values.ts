import type { HomeTexts, Portfolio } from './site-texts.ts'

type Project = Portfolio['projects'][number]

/** The portfolio as its form has it: paragraphs and facts are one text each, and the year is typed. */
export type PortfolioForm = Omit<Portfolio, 'introduction' | 'projects'> & {
  introduction: string
  projects: (Omit<Project, 'year' | 'facts'> & { year: string; facts: string })[]
}

/** The form of a shop without a portfolio. */
const noPortfolio: PortfolioForm = {
  name: '',
  role: '',
  introduction: '',
  email: '',
  projects: Array(4).fill({ title: '', year: '', summary: '', imgURL: '', facts: '' }),
  skills: Array(11).fill({ name: '', detail: '' }),
  education: Array(3).fill({ title: '', place: '', years: '', text: '' }),
}

/** Returns the form of a portfolio. */
export function formOf(portfolio: Portfolio | null): PortfolioForm {
  if (!portfolio) return noPortfolio
  const { name, role, introduction, email, projects, skills, education } = portfolio
  return {
    name,
    role,
    email,
    skills,
    education,
    introduction: introduction.join('\n\n'),
    projects: projects.map((project) => {
      return { ...project, year: String(project.year), facts: project.facts.join('\n') }
    }),
  }
}

/** Returns the portfolio that was typed; the shop checks it. */
export function portfolioOf(form: PortfolioForm): Portfolio {
  return {
    ...form,
    introduction: partsOf(form.introduction, /\n\s*\n/),
    projects: form.projects.map((project) => {
      // NaN is sent as null, which is no year.
      const year = Number(project.year || Number.NaN)
      return { ...project, year, facts: partsOf(project.facts, /\n/) }
    }),
  }
}

/** The texts of the home page as their form has them: the SKUs are one text. */
export type HomeForm = Omit<HomeTexts, 'tools'> & { tools: string }

export function formOfHome(home: HomeTexts): HomeForm {
  return { ...home, tools: home.tools.join('\n') }
}

export function homeOf(form: HomeForm): HomeTexts {
  return { ...form, tools: partsOf(form.tools, /\s+/) }
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
