import { type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, get, useForm } from 'react-hook-form'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/texts-page'
import type { SiteTextsApi } from './site-texts-api.server.ts'
import {
  formOf,
  formOfHome,
  type HomeForm,
  homeOf,
  type PortfolioForm,
  portfolioOf,
} from './text-values.ts'

const { texts } = apiClient<SiteTextsApi>()

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => answerOf(texts.$get()))
export const HydrateFallback = loading('the texts', 'Home and portfolio')

/** The texts of the home page and of the portfolio. */
export default function TextsPage({ loaderData: { home, portfolio } }: Route.ComponentProps) {
  const { version, ...homeTexts } = home
  const homeForm = useTexts('home', formOfHome(homeTexts), (values) =>
    answerOf(texts.home.$put({ json: { ...homeOf(values), version } })),
  )
  const portfolioForm = useTexts('portfolio', formOf(portfolio), (values) => {
    const json = { ...portfolioOf(values), version: portfolio?.version ?? 0 }
    return answerOf(texts.portfolio.$put({ json }))
  })
  return (
    <>
      <PageHead title="Home and portfolio" />
      <h1 className="page-title">Home and portfolio</h1>
      <UnsavedGuard isUnsaved={homeForm.isUnsaved || portfolioForm.isUnsaved} />
      <TextsForm title="Home" button="Save home" form={homeForm}>
        <HomeFields {...homeForm} />
      </TextsForm>
      <TextsForm title="Portfolio" button="Save portfolio" form={portfolioForm}>
        <PortfolioFields {...portfolioForm} />
      </TextsForm>
    </>
  )
}

/** A form of texts, which shows refusals at its fields. */
function useTexts<Values extends FieldValues>(
  name: string,
  values: Values,
  send: (values: Values) => Promise<unknown>,
) {
  const { reload } = useReload()
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> })
  const { control, formState, handleSubmit, reset, setError } = form
  const dropDraft = useDraft(form, name)
  const save = handleSubmit(async (typed) => {
    try {
      await send(typed)
    } catch (error) {
      return showRefusal(error, setError, (path) => {
        // A paragraph or fact is part of the text of all.
        const field = path.replace(/\.\d+$/, '')
        return typeof get(typed, field) === 'string' ? field : 'root'
      })
    }
    dropDraft()
    reset(typed)
    await reload()
    await showToast('success', 'Texts saved')
  })
  return { control, save, values, isUnsaved: formState.isDirty && !formState.isSubmitting }
}

type FieldsProps<Values extends FieldValues> = Pick<
  ReturnType<typeof useTexts<Values>>,
  'control' | 'values'
>

type TextsFormProps<Values extends FieldValues> = {
  title: string
  button: string
  form: ReturnType<typeof useTexts<Values>>
  children: ReactNode
}

function TextsForm<Values extends FieldValues>({
  title,
  button,
  form: { control, save },
  children,
}: TextsFormProps<Values>) {
  const id = useId()
  return (
    <section className="texts-form" aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      <Form control={control} onSubmit={save} button={button}>
        {children}
      </Form>
    </section>
  )
}

function HomeFields({ control, values }: FieldsProps<HomeForm>) {
  return (
    <>
      <TextField control={control} name="title" label="Banner" />
      <TextAreaField control={control} name="line" label="Text below" rows={3} />
      <TextAreaField
        control={control}
        name="tools"
        label="Tools"
        hint="The SKUs of six tools, one a line. Without any, the oldest six are shown."
        rows={6}
      />
      {values.statistics.map((_, at) => (
        <Item key={keyOf(at)} legend={`Figure ${at + 1}`}>
          <TextField control={control} name={`statistics.${at}.what`} label="What" />
          <TextField control={control} name={`statistics.${at}.howMany`} label="How many" />
        </Item>
      ))}
    </>
  )
}

function PortfolioFields({ control, values }: FieldsProps<PortfolioForm>) {
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
      {values.projects.map((_, at) => (
        <Item key={keyOf(at)} legend={`Project ${at + 1}`}>
          <TextField control={control} name={`projects.${at}.title`} label="Title" />
          <TextField control={control} name={`projects.${at}.year`} label="Year" />
          <TextAreaField control={control} name={`projects.${at}.summary`} label="Summary" />
          <TextAreaField
            control={control}
            name={`projects.${at}.facts`}
            label="Facts"
            hint="One a line."
          />
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
    </>
  )
}

// The lists keep their length and order.
const keyOf = (at: number) => String(at)

function Item({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

export const ErrorBoundary = pageError({
  title: 'Home and portfolio',
  text: 'The texts failed to load.',
})
