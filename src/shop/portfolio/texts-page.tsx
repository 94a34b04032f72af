import { type Control, useForm } from 'react-hook-form'
import { answerOf, RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { SmallImageField } from '#shop/catalogue/admin/edit/uploads/small-image-field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/texts-page'
import type { SiteTextsApi } from './site-texts-api.server.ts'
import {
  fieldNamed,
  homeOf,
  portfolioOf,
  type TextValues,
  valuesOfHome,
  valuesOfPortfolio,
} from './text-values.ts'

const { texts } = apiClient<SiteTextsApi>()

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => answerOf(texts.$get()))
export const HydrateFallback = loading('the texts', 'Home and portfolio')

/** The texts of the home page and of the portfolio. */
export default function TextsPage({ loaderData: { home, portfolio } }: Route.ComponentProps) {
  const homeForm = useTexts('home', valuesOfHome(home), (values) =>
    answerOf(texts.home.$put({ json: { ...homeOf(values), version: home.version } })),
  )
  const version = portfolio?.version ?? 0
  const portfolioForm = useTexts('portfolio', valuesOfPortfolio(portfolio), (values) =>
    answerOf(texts.portfolio.$put({ json: { ...portfolioOf(values), version } })),
  )
  return (
    <>
      <PageHead title="Home and portfolio" />
      <h1 className="page-title">Home and portfolio</h1>
      <UnsavedGuard isUnsaved={homeForm.isUnsaved || portfolioForm.isUnsaved} />
      <section className="texts-form" aria-labelledby="home-texts">
        <h2 className="section-title" id="home-texts">
          Home
        </h2>
        <Form
          control={homeForm.control}
          onSubmit={homeForm.save}
          button="Save home"
          variant="strong"
        >
          <TextField control={homeForm.control} name="title" label="Banner" />
          <TextAreaField control={homeForm.control} name="line" label="Text below" rows={3} />
          <TextAreaField
            control={homeForm.control}
            name="tools"
            label="Tools"
            hint="The SKUs of six tools, one a line. Without any, the oldest six are shown."
            rows={6}
          />
          {numbersOf(homeForm.values, 'statistics').map((number) => (
            <fieldset key={number}>
              <legend>Figure {number + 1}</legend>
              <Texts
                control={homeForm.control}
                item={`statistics_${number}`}
                fields={{ what: 'What', howMany: 'How many' }}
              />
            </fieldset>
          ))}
        </Form>
      </section>
      <section className="texts-form" aria-labelledby="portfolio-texts">
        <h2 className="section-title" id="portfolio-texts">
          Portfolio
        </h2>
        <Form
          control={portfolioForm.control}
          onSubmit={portfolioForm.save}
          button="Save portfolio"
          variant="strong"
        >
          <PortfolioFields control={portfolioForm.control} values={portfolioForm.values} />
        </Form>
      </section>
    </>
  )
}

/** A form of texts, which shows refusals at its fields. */
function useTexts(
  name: string,
  values: TextValues,
  send: (values: TextValues) => Promise<unknown>,
) {
  const { reload } = useReload()
  const form = useForm<TextValues>({ defaultValues: values })
  const { control, formState, handleSubmit, reset, setError } = form
  const dropDraft = useDraft(form, name)
  const save = handleSubmit(async (typed) => {
    try {
      await send(typed)
    } catch (error) {
      const fields = error instanceof RestRefusal ? Object.entries(error.fields) : []
      for (const [path, message] of fields) {
        setError(fieldNamed(path, values) ?? 'root', { message })
      }
      if (fields.length === 0) setError('root', { message: refusalText(error) })
      return
    }
    dropDraft()
    reset(typed)
    await reload()
    await showToast('success', 'Texts saved')
  })
  return { control, save, values, isUnsaved: formState.isDirty && !formState.isSubmitting }
}

type FieldsProps = { control: Control<TextValues> }

function PortfolioFields({ control, values }: FieldsProps & { values: TextValues }) {
  return (
    <>
      <TextField control={control} name="name" label="Name" />
      <TextField control={control} name="role" label="Role" />
      <TextField control={control} name="email" label="Contact e-mail" type="email" />
      <TextAreaField
        control={control}
        name="introduction"
        label="Introduction"
        hint="An empty line begins a paragraph."
        rows={8}
      />
      {numbersOf(values, 'projects').map((number) => (
        <fieldset key={`project-${number}`}>
          <legend>Project {number + 1}</legend>
          <Texts
            control={control}
            item={`projects_${number}`}
            fields={{ title: 'Title', year: 'Year' }}
          />
          <TextAreaField control={control} name={`projects_${number}_summary`} label="Summary" />
          <TextAreaField
            control={control}
            name={`projects_${number}_facts`}
            label="Facts"
            hint="One a line."
          />
          <SmallImageField control={control} name={`projects_${number}_imgURL`} label="Image" />
        </fieldset>
      ))}
      {numbersOf(values, 'skills').map((number) => (
        <fieldset key={`skill-${number}`}>
          <legend>Skill {number + 1}</legend>
          <Texts
            control={control}
            item={`skills_${number}`}
            fields={{ name: 'Name', detail: 'Detail' }}
          />
        </fieldset>
      ))}
      {numbersOf(values, 'education').map((number) => (
        <fieldset key={`education-${number}`}>
          <legend>Education {number + 1}</legend>
          <Texts
            control={control}
            item={`education_${number}`}
            fields={{ title: 'Title', place: 'Place', years: 'Years' }}
          />
          <TextAreaField control={control} name={`education_${number}_text`} label="Text" />
        </fieldset>
      ))}
    </>
  )
}

type TextsProps = FieldsProps & {
  /** The item of a list: `projects_0`. */
  item: string
  /** The labels by name. */
  fields: Record<string, string>
}

function Texts({ control, item, fields }: TextsProps) {
  return Object.entries(fields).map(([name, label]) => (
    <TextField key={name} control={control} name={`${item}_${name}`} label={label} />
  ))
}

/** The numbers of a list's items, from 0. */
function numbersOf(values: TextValues, list: string): number[] {
  const numbers = Object.keys(values)
    .filter((name) => name.startsWith(`${list}_`))
    .map((name) => Number(name.split('_')[1]))
  return [...new Set(numbers)]
}

export const ErrorBoundary = pageError({
  title: 'Home and portfolio',
  text: 'The texts failed to load.',
})
