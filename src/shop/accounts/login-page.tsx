import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router'
import { Form } from '#ui/form.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TextField } from '#ui/text-field.tsx'
import { googleText, loginText } from './account.ts'
import { loginForm } from './account-forms.ts'
import { GoogleButton } from './google-button.tsx'
import { useSignIn } from './use-sign-in.ts'

export default function LoginPage() {
  const signIn = useSignIn()
  const { search } = useLocation()
  const [query] = useSearchParams()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(loginForm),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (login) => {
    const answer = await signIn('sign-in/email', login)
    if (!answer.ok) setError('root', { message: loginText(answer.code) })
  })
  return (
    <section className="page page-narrow">
      <PageHead
        title="Login"
        description="Log in to order tools in bulk, pay, follow your orders and say what you think of your tools."
      />
      <h1 className="page-title">Login</h1>
      <Form
        onSubmit={submit}
        error={errors.root?.message ?? googleText(query.get('error'))}
        busy={isSubmitting}
        button="Login"
      >
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
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      </Form>
      <GoogleButton />
      <p>
        New here? <Link to={`/register${search}`}>Create an account</Link>
        <br />
        <Link to="/reset-password">Forgot your password?</Link>
      </p>
    </section>
  )
}
