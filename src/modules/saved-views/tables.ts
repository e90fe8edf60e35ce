import type { ViewList } from './model.ts'

export type SavedViewTables = {
  saved_view: {
    id: string
    staff_id: string
    list: ViewList
    name: string
    query: string
    created_at: Date
  }
}
