import { deleteView } from '#modules/saved-views/commands/delete-view.ts'
import { saveView } from '#modules/saved-views/commands/save-view.ts'
import { another, type Scenario } from '../scenario.ts'

const describeView = () =>
  ({ list: 'deposits', name: another('view'), query: 'status=pending' }) as const

export const scenarios: Scenario[] = [
  {
    command: 'saved-views/save-view',
    prepare: async ({ ines }) => {
      const view = describeView()
      return { run: (on) => saveView(on, ines.id, view) }
    },
    finish: async ({ app, ines }) => {
      await app.db
        .withTables<{ saved_view: { staff_id: string } }>()
        .deleteFrom('saved_view')
        .where('staff_id', '=', ines.id)
        .execute()
    },
  },
  {
    command: 'saved-views/delete-view',
    prepare: async ({ app, ines }) => {
      const { id } = await saveView(app, ines.id, describeView())
      return { run: (on) => deleteView(on, ines.id, id) }
    },
    finish: async ({ app, ines }) => {
      await app.db
        .withTables<{ saved_view: { staff_id: string } }>()
        .deleteFrom('saved_view')
        .where('staff_id', '=', ines.id)
        .execute()
    },
  },
]
