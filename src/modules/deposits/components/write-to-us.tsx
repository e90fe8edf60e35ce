import { useSiteConfig } from '#modules/settings/components/site-config.tsx'

/** The operator's e-mail address for questions. */
export function WriteToUs() {
  const { email } = useSiteConfig()

  return (
    <>
      If you want to know more, write to{' '}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      .
    </>
  )
}
