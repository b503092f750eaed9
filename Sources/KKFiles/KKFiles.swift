// What `import KKFiles` gives beside its own: errors, properties, markers, the chunks of CAF.
@_exported public import KKContainers
