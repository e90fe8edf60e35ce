import { Menu as Base } from '@base-ui/react/menu'
import { Button, type ButtonAppearance } from '../actions/button.tsx'
import { Icon } from '../icon.tsx'
import { caretDown } from '../icons.ts'
import styles from './menu.module.css'

export type MenuItem = {
  label: string
  icon?: string | undefined
  /** The reason why it can't be chosen at the moment; the item stays readable. */
  unavailable?: string | undefined
  onSelect: () => void
}

type Props = { label: string; items: readonly MenuItem[] } & Pick<
  ButtonAppearance,
  'variant' | 'size' | 'icon'
>

/** Renders a button that opens a list of actions. */
export function Menu({ label, items, ...buttonProps }: Props) {
  return (
    <Base.Root>
      <Base.Trigger
        render={
          <Button {...buttonProps}>
            {label}
            <Icon glyph={caretDown} className={styles.caret} />
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={styles.item}
                disabled={item.unavailable !== undefined}
                onClick={item.onSelect}
              >
                {item.icon && <Icon glyph={item.icon} />}
                <span>
                  {item.label}
                  {item.unavailable && <small>{item.unavailable}</small>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
