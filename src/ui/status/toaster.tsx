import { Toast } from '@base-ui/react/toast'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkCircleFill, warningCircleFill, x } from '../icons.ts'
import styles from './toaster.module.css'

const ERROR_MS = 4000
const SUCCESS_MS = 2000

const manager = Toast.createToastManager()

/** Says something small in the corner and aloud, from anywhere in the browser. Outcomes of money also get a page. */
export const toast = {
  error: (text: string) => manager.add({ title: text, type: 'error', timeout: ERROR_MS, priority: 'high' }),
  success: (text: string) =>
    manager.add({ title: text, type: 'success', timeout: SUCCESS_MS, priority: 'low' }),
}

/** Where toasts appear: once, in the root of the page. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      aria-hidden={false} // it can be reached by keyboard, so it must not be hidden from those who listen
      className={classes(styles.toast, item.type === 'error' && styles.error)}
    >
      <Toast.Content className={styles.content}>
        <Icon glyph={item.type === 'error' ? warningCircleFill : checkCircleFill} />
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Close className={styles.close} aria-label="Close" aria-hidden={false}>
          <Icon glyph={x} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
