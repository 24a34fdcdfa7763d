extension VarlinkInterface {
    /// The interface that every Varlink service has (varlink.org, "Service").
    public static let service = constant(serviceText)
}

private let serviceText = #"""
    # What every Varlink service tells about itself, and the errors that any call can end with.
    interface org.varlink.service

    # Who serves, and which interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of one of the interfaces.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # No such interface is served here.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The interface has the method, and the service does not serve it.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown, of the wrong type or out of range. rule: what is expected, in English; it is in
    # every such error of this service, and in none that the standard asks for.
    error InvalidParameter (parameter: string, rule: ?string)

    # The caller may not call this.
    error PermissionDenied ()

    # The method answers more than once: call it with "more".
    error ExpectedMore ()

    """#
