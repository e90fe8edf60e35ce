import { useSiteConfig } from '#modules/settings/components/site-config.tsx'

/** The operator's email address for questions. */
export function WriteToUs() {
  const { email } = useSiteConfig()

  return (
    <>
      Questions? Email{' '}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      .
    </>
  )
}
