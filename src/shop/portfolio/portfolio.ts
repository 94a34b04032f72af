/** The person behind the shop: projects, skills and education. */
export type Portfolio = {
  name: string
  role: string
  /** Paragraphs. */
  introduction: string[]
  email: string
  projects: {
    title: string
    year: number
    summary: string
    imgURL: string
    facts: string[]
  }[]
  skills: { name: string; detail: string }[]
  education: { title: string; place: string; years: string; text: string }[]
}
