/** Who stands behind the shop, what they made, and what they learned. */
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
