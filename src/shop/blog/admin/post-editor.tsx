import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { href, useNavigate } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { IMAGE_TYPES } from '#shop/uploads/upload-rules.ts'
import { useImageUpload } from '#shop/uploads/use-image-upload.ts'
import { Form } from '#ui/forms/form.tsx'
import { ImageField } from '#ui/forms/image-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { MarkdownField } from '#web/markdown/markdown-field.tsx'
import type { createManageBlogApi, ManagedPost } from './manage-blog-api.server.ts'
import { type PostEditorForm, postEditorForm } from './post-form.ts'

const { blogs } = apiClient<typeof createManageBlogApi>()

/** Writes a post, or changes one, and says when visitors see it. */
export function PostEditor({ post }: { post: ManagedPost | null }) {
  const navigate = useNavigate()
  const author = useCurrentUser()?.displayName ?? ''
  const form = useForm<PostEditorForm>({
    resolver: zodResolver(postEditorForm),
    defaultValues: {
      title: post?.title ?? '',
      body: post?.body ?? '',
      author: post?.author ?? author,
      authorRole: post?.authorRole ?? '',
      imgURL: post?.imgURL ?? '',
      publish: post && post.state !== 'draft' ? 'keep' : 'draft',
      time: '',
    },
  })
  const { control, formState, handleSubmit, setError, setValue } = form
  const dropDraft = useDraft(form)
  const upload = useImageUpload((url) => setValue('imgURL', url, { shouldDirty: true }))
  const save = handleSubmit(async (values) => {
    let saved: ManagedPost
    try {
      saved = await sendPost(post, values)
    } catch (error) {
      return showRefusal(error, setError, (name) => (name in values ? name : 'root'))
    }
    dropDraft()
    const { _id: id, state } = saved
    await navigate(withQuery(href('/dashboard/blogs'), { state }))
    const view = { text: 'View', run: async () => navigate(href('/blogs/:id', { id })) }
    await showToast('success', 'Post saved', ...(state === 'published' ? [view] : []))
  })
  const submit = async () => {
    if (await upload.settled()) await save()
  }
  return (
    <Form control={control} onSubmit={submit} button="Save post">
      <UnsavedGuard isUnsaved={formState.isDirty && !formState.isSubmitting} />
      <TextField control={control} name="title" label="Title" autoComplete="off" />
      <MarkdownField control={control} name="body" label="Text" />
      <TextField control={control} name="author" label="Author" autoComplete="off" />
      <TextField
        control={control}
        name="authorRole"
        label="Role of the author"
        hint="May be empty"
        autoComplete="off"
      />
      <ImageField
        control={control}
        name="imgURL"
        label="Image"
        accept={IMAGE_TYPES}
        upload={upload}
        hint="JPEG, PNG, WebP or AVIF, up to 5 MB. Cut to 8:5."
      />
      <PublicationFields control={control} post={post} />
    </Form>
  )
}

function sendPost(post: ManagedPost | null, { publish, time, ...texts }: PostEditorForm) {
  const at = publish === 'time' ? new Date(time).toISOString() : publish
  if (post === null) {
    const json = { ...texts, publish: at === 'keep' ? 'draft' : at }
    return blogs.$post({ json })
  }
  const json = { ...texts, version: post.version, publish: at === 'keep' ? undefined : at }
  return blogs[':id'].$put({ param: { id: post._id }, json })
}

type PublicationFieldsProps = {
  control: Control<PostEditorForm>
  post: ManagedPost | null
}

function PublicationFields({ control, post }: PublicationFieldsProps) {
  const publish = useWatch({ control, name: 'publish' })
  const isVisible = post !== null && post.state !== 'draft'
  return (
    <>
      <SelectField control={control} name="publish" label="Visitors see it">
        {isVisible && <option value="keep">{publicationText(post)}</option>}
        <option value="draft">{isVisible ? 'No longer: back to drafts' : 'Not yet'}</option>
        <option value="now">From now on</option>
        <option value="time">From a day and time on …</option>
      </SelectField>
      {publish === 'time' && (
        <TextField control={control} name="time" label="Day and time" type="datetime-local" />
      )}
    </>
  )
}

function publicationText({ state, publishedAt }: ManagedPost): string {
  const time = new Date(publishedAt ?? '').toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return state === 'planned' ? `From ${time} on` : `Since ${time}`
}
