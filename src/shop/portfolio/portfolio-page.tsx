import { href } from 'react-router'
import { databaseContext, siteContext } from '#platform/http/page-context.server.ts'
import { frameOf } from '#platform/http/site-frame.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { Image } from '#ui/image.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { NotFound } from '#web/not-found.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/portfolio-page'
import { findPortfolio } from './site-texts.server.ts'
import type { Portfolio } from './site-texts.ts'

export const handle: PageHandle = { cached: [] }

export async function loader({ context }: Route.LoaderArgs) {
  if (frameOf(context.get(siteContext)).portfolio.isHidden) throw new Response(null, { status: 404 })
  const stored = await findPortfolio(context.get(databaseContext))
  if (!stored) return null
  const { introduction, ...texts } = stored.content
  return { ...texts, introduction: renderMarkdown(introduction.join('\n\n')).html }
}

type Shown = Omit<Portfolio, 'introduction'> & { introduction: string }

export default function PortfolioPage({ loaderData: portfolio }: Route.ComponentProps) {
  const { name } = frameOf(useSite()).portfolio
  return (
    <div className="page">
      <PageHead
        title={name}
        description="The person behind the shop: projects, skills, and where the trade was learned."
        path={href('/about-me')}
        image={portfolio?.projects[0]?.imgURL}
      />
      <h1 className="page-title">{name}</h1>
      {portfolio ? <Chapters portfolio={portfolio} /> : <p>The portfolio is empty.</p>}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return <PageError title="Portfolio" text="The portfolio failed to load." className="page" />
}

function Chapters({ portfolio }: { portfolio: Shown }) {
  return (
    <div className="portfolio grid">
      <Introduction portfolio={portfolio} />
      {portfolio.projects.length > 0 && <Projects projects={portfolio.projects} />}
      {portfolio.skills.length > 0 && <Skills skills={portfolio.skills} />}
      {portfolio.education.length > 0 && <Education steps={portfolio.education} />}
    </div>
  )
}

function Introduction({ portfolio }: { portfolio: Shown }) {
  return (
    <section className="portfolio-introduction grid gap-16 text-18">
      <h2 className="section-title">{portfolio.name}</h2>
      <p className="soft">{portfolio.role}</p>
      <MarkdownText html={portfolio.introduction} />
      {portfolio.email && (
        <p>
          Write to me: <a href={`mailto:${portfolio.email}`}>{portfolio.email}</a>
        </p>
      )}
    </section>
  )
}

function Projects({ projects }: { projects: Portfolio['projects'] }) {
  return (
    <section>
      <h2 className="section-title">Projects</h2>
      <ul className="cards column-26 gap-24 grid">
        {projects.map((project) => (
          <li key={project.title} className="surface">
            <Image
              imgURL={project.imgURL}
              alt=""
              width={1200}
              height={900}
              sizes="(min-width: 48rem) 45vw, 100vw"
              className="project-image w-full"
              background
            />
            <div className="project-text p-24 grid gap-12">
              <p className="project-year font-600 tabular">{project.year}</p>
              <h3>{project.title}</h3>
              <p>{project.summary}</p>
              <ul className="bullets grid gap-8">
                {project.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Skills({ skills }: { skills: Portfolio['skills'] }) {
  return (
    <section>
      <h2 className="section-title">Skills</h2>
      <dl className="skill-grid cards gap-24 grid">
        {skills.map((skill) => (
          <div key={skill.name}>
            <dt className="plain font-600">{skill.name}</dt>
            <dd className="soft">{skill.detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Education({ steps }: { steps: Portfolio['education'] }) {
  return (
    <section>
      <h2 className="section-title">Education</h2>
      <ol className="gap-32 grid">
        {steps.map((step) => (
          <li className="grid" key={step.title}>
            <p className="project-year font-600 tabular">{step.years}</p>
            <h3>{step.title}</h3>
            <p className="soft">{step.place}</p>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
