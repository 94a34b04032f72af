import { href, Link } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { Item, keyOf, TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/texts-page'
import { FrameEditor } from './frame-editor.tsx'
import type { createSiteTextsApi, SiteTexts } from './site-texts-api.server.ts'
import { formOf, portfolioOf } from './text-values.ts'

const { texts } = apiClient<typeof createSiteTextsApi>()

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => texts.$get())
export const HydrateFallback = loading('the texts', 'Menu, footer and portfolio')

/** Menu, footer and portfolio; the home page is edited with the brand. */
export default function TextsPage({ loaderData: { portfolio, frame } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Menu, footer and portfolio" />
      <h1 className="page-title">Menu, footer and portfolio</h1>
      {portfolio && <Link to={href('/about-me')}>View the portfolio</Link>}
      <FrameEditor frame={frame} />
      <PortfolioEditor portfolio={portfolio} />
    </>
  )
}

/** Edits the portfolio; an item without any text is left out. */
function PortfolioEditor({ portfolio }: Pick<SiteTexts, 'portfolio'>) {
  const version = portfolio?.version ?? 0
  const form = useTexts(
    'portfolio',
    formOf(portfolio),
    (values) => texts.portfolio.$put({ json: { ...portfolioOf(values), version } }),
    { versions: { current: version, valuesOf: formOf } },
  )
  const { control, values } = form
  return (
    <TextsForm title="Portfolio" button="Save portfolio" form={form}>
      <TextField control={control} name="name" label="Name" />
      <TextField control={control} name="role" label="Role" />
      <TextField control={control} name="email" label="Contact e-mail" type="email" />
      <MarkdownField control={control} name="introduction" label="Introduction" />
      {values.projects.map((_, at) => (
        <Item key={keyOf(at)} legend={`Project ${at + 1}`}>
          <TextField control={control} name={`projects.${at}.title`} label="Title" />
          <TextField control={control} name={`projects.${at}.year`} label="Year" />
          <TextAreaField control={control} name={`projects.${at}.summary`} label="Summary" />
          <TextAreaField control={control} name={`projects.${at}.facts`} label="Facts" hint="One a line." />
          <SmallImageField control={control} name={`projects.${at}.imgURL`} label="Image" />
        </Item>
      ))}
      {values.skills.map((_, at) => (
        <Item key={keyOf(at)} legend={`Skill ${at + 1}`}>
          <TextField control={control} name={`skills.${at}.name`} label="Name" />
          <TextField control={control} name={`skills.${at}.detail`} label="Detail" />
        </Item>
      ))}
      {values.education.map((_, at) => (
        <Item key={keyOf(at)} legend={`Education ${at + 1}`}>
          <TextField control={control} name={`education.${at}.title`} label="Title" />
          <TextField control={control} name={`education.${at}.place`} label="Place" />
          <TextField control={control} name={`education.${at}.years`} label="Years" />
          <TextAreaField control={control} name={`education.${at}.text`} label="Text" />
        </Item>
      ))}
    </TextsForm>
  )
}

export const ErrorBoundary = pageError('Menu, footer and portfolio', 'The texts')
