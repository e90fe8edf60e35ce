import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { useAddress } from '#ui/table/use-address.ts'
import type { OwnUser } from './calls.tsx'
import { ExpectedReturns } from './expected-returns.tsx'
import styles from './figure-drawer.module.css'
import { FigureEntries } from './figure-entries.tsx'
import { FIGURE_LABELS, getFigureAmount, hasEntries } from './figure-labels.tsx'

/** Returns the figure that is open in the address. */
function useOpenFigure() {
  const [params, change] = useAddress()
  const named = params.get('figure') ?? ''
  const close = () =>
    change((now) => {
      const next = new URLSearchParams(now)
      next.delete('figure')
      return next
    })

  return {
    figure: named in FIGURE_LABELS ? (named as keyof typeof FIGURE_LABELS) : undefined,
    close,
  }
}

/** Shows the journal rows behind a figure, or the positions behind an estimate. */
export function FigureDrawer({ user }: { user: OwnUser | undefined }) {
  const { figure, close } = useOpenFigure()
  const open = user && figure

  return (
    <Drawer
      open={Boolean(open)}
      onClose={close}
      title={open && FIGURE_LABELS[figure][0]}
      aside={open && <Money amount={getFigureAmount(user, figure)} />}
      foot={<TextLink to="/dashboard/statements">Statements</TextLink>}
    >
      {open && <p className={styles.lead}>{FIGURE_LABELS[figure][1]}</p>}
      {open &&
        (hasEntries(figure) ? (
          <FigureEntries figure={figure} />
        ) : (
          <ExpectedReturns figure={figure} />
        ))}
    </Drawer>
  )
}
