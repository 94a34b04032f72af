import { type Control, useWatch } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/edit-post-page'
import type { createManageBlogApi, ManagedPost } from './manage-blog-api.server.ts'
import type { Written } from './post-form.ts'

const { blogs } = apiClient<typeof createManageBlogApi>()

/** Loads a post; null for a new one. */
export const clientLoader = adminLoader(async ({ params: { id } }: Route.ClientLoaderArgs) =>
  id === 'new' ? null : blogs.manage[':id'].$get({ param: { id } }),
)

export const HydrateFallback = loading('the post', 'Edit post')

export default function EditPostPage({ loaderData: post }: Route.ComponentProps) {
  const title = post ? 'Edit post' : 'Write a post'
  return (
    <>
      <PageHead title={title} />
      <h1 className="page-title">{title}</h1>
      <nav className="mb-16 row" aria-label="This post">
        <Link to={href('/dashboard/blogs')}>All posts</Link>
        {post?.state === 'published' && <Link to={href('/blogs/:id', { id: post._id })}>View it</Link>}
      </nav>
      <PostEditor key={post?._id} post={post} />
    </>
  )
}

/** A post as it is typed; `keep` leaves when visitors see it as it is. */
type PostForm = Written & { publish: 'keep' | 'draft' | 'now' | 'time'; time: string }

const unchanged = { publish: 'keep', time: '' } as const

/** Writes a post, or changes one, and says when visitors see it. */
function PostEditor({ post }: { post: ManagedPost | null }) {
  const navigate = useNavigate()
  const author = useCurrentUser()?.displayName ?? ''
  const written: Written = {
    title: post?.title ?? '',
    body: post?.body ?? '',
    author: post?.author ?? author,
    authorRole: post?.authorRole ?? '',
    imgURL: post?.imgURL ?? '',
  }
  const send = async ({ publish, time, ...texts }: PostForm) => {
    const at = publish === 'time' ? timeOf(time) : publish
    const json = { ...texts, publish: at === 'keep' ? undefined : at }
    if (post)
      return blogs[':id'].$put({
        param: { id: post._id },
        json: { ...json, version: post.version },
      })
    const { _id: id } = await blogs.$post({ json })
    return navigate(href('/dashboard/blogs/:id', { id }), { replace: true })
  }
  const form = useTexts<PostForm>(post?._id ?? '', { ...written, ...unchanged }, send, {
    saved: 'Post saved',
    after: unchanged,
    ...(post && { versions: { current: post.version, valuesOf: (content) => content } }),
  })
  const { control } = form
  return (
    <TextsForm button="Save post" form={form}>
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
      <SmallImageField control={control} name="imgURL" label="Image" hint="Cut to 8:5." />
      <PublicationFields control={control} post={post} />
    </TextsForm>
  )
}

/** Returns the time as the API takes it; what is none is refused there. */
function timeOf(typed: string): string {
  return Number.isNaN(Date.parse(typed)) ? '' : new Date(typed).toISOString()
}

type PublicationFieldsProps = { control: Control<PostForm>; post: ManagedPost | null }

function PublicationFields({ control, post }: PublicationFieldsProps) {
  const publish = useWatch({ control, name: 'publish' })
  const isVisible = post !== null && post.state !== 'draft'
  return (
    <>
      <SelectField control={control} name="publish" label="Visitors see it">
        <option value="keep">{isVisible ? publicationText(post) : 'Not yet'}</option>
        {isVisible && <option value="draft">No longer: back to drafts</option>}
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

export const ErrorBoundary = pageError('Edit post', 'The post', {
  missing: { heading: 'No such post', list: <Link to={href('/dashboard/blogs')}>All posts</Link> },
})
