import { data, type MiddlewareFunction, Outlet, useLocation } from 'react-router'
import { SANDBOX_MARK } from '#modules/settings/components/site-config.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { MarkStrip } from '#ui/layout/strips.tsx'
import { appContext } from '../context.ts'

const requireSandbox: MiddlewareFunction<Response> = ({ context }, next) => {
  if (context.get(appContext).config.MODE !== 'sandbox') throw data(null, { status: 404 })
  return next()
}

/** Restricts the tools to the sandbox; in live mode their addresses don't exist. */
export const middleware = [requireSandbox]

/** Makes the middleware run for every page below, also when the browser requests only its data. */
export const loader = () => null

export const meta = () => [{ title: 'Sandbox tools' }, { name: 'robots', content: 'noindex' }]

export default function DevLayout() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <SkipLink />
      <MarkStrip>{SANDBOX_MARK}</MarkStrip>
      <main id="main" tabIndex={-1}>
        <Wrap page>
          <Stack>
            {pathname === '/dev' ? (
              <BackLink to="/">Home page</BackLink>
            ) : (
              <BackLink to="/dev">Sandbox tools</BackLink>
            )}
            <Outlet />
          </Stack>
        </Wrap>
      </main>
    </>
  )
}
