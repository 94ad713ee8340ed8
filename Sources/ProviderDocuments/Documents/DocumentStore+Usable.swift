extension DocumentStore {
    /// Of some documents those that can be used now, and of each of the others why not. One that is gone by now is neither.
    func usable(_ identifiers: [String]) -> UsableDocuments {
        var usable = UsableDocuments()
        for id in identifiers {
            do throws(DocumentStoreError) {
                let document = try document(id)
                usable.held.append(try held(document))
                usable.documents.append(document)
            } catch .unknownDocument {
                continue
            } catch {
                usable.faults[id] = error
            }
        }
        return usable
    }
}
