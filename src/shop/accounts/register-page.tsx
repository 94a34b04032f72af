import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { Form } from '#ui/form.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TextField } from '#ui/text-field.tsx'
import { registerText } from './account.ts'
import { registerForm } from './account-forms.ts'
import { GoogleButton } from './google-button.tsx'
import { useSignIn } from './use-sign-in.ts'

export default function RegisterPage() {
  const signIn = useSignIn()
  const { search } = useLocation()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registerForm),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (account) => {
    const answer = await signIn('sign-up/email', account)
    if (!answer.ok) setError('root', { message: registerText(answer.code) })
  })
  return (
    <section className="page page-narrow">
      <PageHead
        title="Register"
        description="Open an account to order tools in bulk, pay by card, follow each order and review what you bought."
      />
      <h1 className="page-title">Register</h1>
      <Form onSubmit={submit} error={errors.root?.message} busy={isSubmitting} button="Register">
        <TextField
          label="Name"
          autoComplete="name"
          hint="6 to 19 characters"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password?.message}
          {...register('password')}
        />
      </Form>
      <GoogleButton />
      <p>
        Been here before? <Link to={`/login${search}`}>Login</Link>
      </p>
    </section>
  )
}
