import GRDB

extension ResultStore {
  /// Keeps with a run the texts that asked for it last, in place of those before.
  ///
  /// The newest texts count: what they say beside the experiment (guardrails, the volume of the app, waivers) belongs to
  /// the answer and not to the trials.
  ///
  /// - Parameter texts: of the very experiment that the run is of, which is for the caller to know.
  public func keep(_ texts: RunTexts, of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      try verify(.inputs, of: key, in: db)
      try db.execute(
        sql: "UPDATE run SET source = ?, file_text = ?, population_text = ?, overrides = ? WHERE key = ?",
        arguments: [
          texts.source, texts.fileText, texts.populationText, try StoredText.json(texts.overrides), key,
        ])
      try seal([.inputs], of: key, in: db)
    }
  }
}
