import { ButtonLink } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { PageHeading } from '#ui/layout/page.tsx'

type Way = { to: string; label: string }
type Props = { home?: Way; others?: readonly Way[] }

const HOME: Way = { to: '/', label: 'Go to the home page' }

/** Renders a 404 page with links to existing pages. */
export function NotFound({ home = HOME, others = home === HOME ? [] : [HOME] }: Props) {
  return (
    <>
      <title>Page not found</title>
      <PageHeading
        title="Page not found"
        lead="We can’t find that page. Check the address, or try one of these."
      />
      <FormActions>
        <ButtonLink to={home.to} variant="primary">
          {home.label}
        </ButtonLink>
        {others.map(({ to, label }) => (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ))}
      </FormActions>
    </>
  )
}
