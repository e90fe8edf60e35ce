import { Button } from '../actions/button.tsx'
import { Stack } from '../layout/page.tsx'
import { Callout } from './callout.tsx'

/** Shows that reading a part of the page failed, that nothing changed, and a Retry button. */
export function ReadFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Callout tone="error" live>
      <Stack tight>
        <p>An error occurred while fetching the data.</p>
        <div>
          <Button size="sm" onClick={() => void onRetry()}>
            Try again
          </Button>
        </div>
      </Stack>
    </Callout>
  )
}
